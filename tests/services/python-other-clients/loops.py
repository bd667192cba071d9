# Runs every loop of one client: loops.py FOLDER CLIENT. Before each loop the address in CONTROL puts a new simulator and a new proxy behind BASE, after it the loop is judged there.
import importlib, json, os, signal, sys, urllib.request

folder, client = sys.argv[1:3]
sys.path.insert(0, folder)
sys.dont_write_bytecode = True
LONGEST = 60


class Late(BaseException):
    pass


def late(*_):
    raise Late("no end")


def control(path, body):
    request = urllib.request.Request(os.environ["CONTROL"] + path, data=json.dumps(body).encode())
    urllib.request.urlopen(request).read()


signal.signal(signal.SIGALRM, late)
program = importlib.import_module("t_" + client)
for vendor in ("claude", "gpt", "gptstored", "gemini", "deepseek"):
    for streamed in (False, True):
        for variant in os.environ["VARIANTS"].split(","):
            if not hasattr(program, vendor):
                continue
            control("/begin", {"variant": variant})
            end = ""
            signal.alarm(LONGEST)
            try:
                getattr(program, vendor)(streamed)
            except BaseException as error:
                end = f"{type(error).__name__}: {error}"[:200]
            signal.alarm(0)
            control("/end", {"name": f"{client}, {vendor}, {'streamed' if streamed else 'whole'}, {variant}", "end": end})
# Threads of some clients never end.
os._exit(0)
