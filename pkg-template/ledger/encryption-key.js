// A key of a store: it encrypts lines by AES-GCM, and replaces names by HMACs. Both are made of it by HKDF, so that neither shows anything of the other.
import { InputError } from "../errors/index.js";
import { base64Of, bytesOfBase64 } from "../text/bytes.js";

const BYTES = 32;
const IV_BYTES = 12;
/** The first word of a line that is encrypted. */
const OPENING = "rethought-encrypted-1";
/** So many HMACs are kept: each request of a conversation asks for most of those of the request before it. */
const MOST_KEPT = 20_000;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

export class EncryptionKey {
  #made;
  #kept = new Map();

  /** `given` is bytes or a text; `pointer` is the place of it among the options. */
  constructor(given, pointer) {
    this.#made = makeKeys(bytesOfKey(given, pointer));
    // The first call reports it.
    this.#made.catch(() => {});
  }

  /** Returns the name of the key, which shows nothing of it. */
  id() {
    return this.hide("id", "");
  }

  /** Returns the HMAC of a word, in hexadecimal. Words of different kinds have different HMACs. */
  async hide(kind, word) {
    const text = `${kind}\0${word}`;
    const known = this.#kept.get(text);
    if (known !== undefined) return known;
    const { hmac } = await this.#made;
    const hidden = hexOf(new Uint8Array(await crypto.subtle.sign("HMAC", hmac, bytesOfWord(text))));
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(text, hidden);
    return hidden;
  }

  /** Encrypts a text for one name. Under another name it cannot be decrypted. */
  async encrypt(name, text) {
    const { aes } = await this.#made;
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: encoder.encode(name) }, aes, encoder.encode(text));
    return [OPENING, base64Of(iv), base64Of(new Uint8Array(sealed))].join(" ");
  }

  /** Decrypts what `encrypt` gave. Resolves to nothing if it was changed, or is that of another name or key. */
  async decrypt(name, sealed) {
    const [opening, iv, text] = sealed.split(" ");
    if (opening !== OPENING || text === undefined) return undefined;
    const { aes } = await this.#made;
    try {
      return decoder.decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv: bytesOfBase64(iv), additionalData: encoder.encode(name) }, aes, bytesOfBase64(text)));
    } catch {
      return undefined;
    }
  }
}

/** The bytes of a word behind its kind. Half of a surrogate pair has none of its own, so such a word is written as JSON. */
const bytesOfWord = (text) => encoder.encode(HALF_PAIR.test(text) ? JSON.stringify(text) : text);
const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function bytesOfKey(given, pointer) {
  const bytes = typeof given === "string" ? bytesOfText(given.trim()) : given;
  // Each key of the options is checked when a ledger or a guard is made.
  if (bytes instanceof Uint8Array && bytes.length === BYTES) return Uint8Array.from(bytes);
  throw new InputError(`encryptWith must be a key of ${BYTES} random bytes, as bytes, base64 or hexadecimal. Make one: openssl rand -base64 ${BYTES}`, { code: "E_INPUT", pointer });
}

function bytesOfText(text) {
  if (/^[0-9a-f]{64}$/i.test(text)) return Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? bytesOfBase64(text.replaceAll("-", "+").replaceAll("_", "/")) : undefined;
}

async function makeKeys(bytes) {
  const root = await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
  const by = (info) => ({ name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: encoder.encode(info) });
  const aes = await crypto.subtle.deriveKey(by("rethought store: lines"), root, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  const hmac = await crypto.subtle.deriveKey(by("rethought store: names"), root, { name: "HMAC", hash: "SHA-256", length: 256 }, false, ["sign"]);
  return { aes, hmac };
}

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
