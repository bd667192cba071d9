# A loop of two steps with a client, in a program that knows nothing of a proxy: python run.py CLIENT prints the damages that it can do between them, python run.py CLIENT DAMAGE the status of the last step.
import importlib
import sys


def main(client, damage=None):
    program = importlib.import_module(f"with_{client}")
    if damage is None:
        return print("\n".join(program.DAMAGES), flush=True)
    try:
        count = len(list(program.steps(program.DAMAGES[damage])))
        print(200 if count == 2 else f"{count} steps", flush=True)
    except Exception as error:
        print(getattr(error, "status_code", None) or getattr(error, "code", None) or repr(error)[:300], flush=True)


main(*sys.argv[1:])
