// Ends the process with 77 as soon as it asks for a connection or a name.
const dns = require("node:dns");
const net = require("node:net");
const refuse = () => process.exit(77);
net.Socket.prototype.connect = refuse;
net.Server.prototype.listen = refuse;
dns.lookup = dns.promises.lookup = refuse;
