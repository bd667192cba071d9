/** Files of the server that the page came from: `rethought inspect` on this machine. The page asks no other address, and its policy forbids it. */
import { errorMessage } from "../errors";
import { trouble } from "../state";
import { fetchServed } from "./fetch-served";
import { followFile } from "./follow";
import { type ListedFile, openLibrary } from "./library";

interface ServedFile {
  readonly name: string;
  readonly size?: number;
  readonly path: string;
}

/** The list in a page that has one. */
export function parseServed(data: unknown): { name: string; files: readonly ServedFile[]; follows: boolean } | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { name, files, follow } = data as Record<string, unknown>;
  return Array.isArray(files) ? { name: typeof name === "string" ? name : "Sessions", files: files as readonly ServedFile[], follows: follow === true } : undefined;
}

/** Shows the files: a list, or one file that is followed while it grows. */
export async function openServed({ name, files, follows }: { name: string; files: readonly ServedFile[]; follows: boolean }): Promise<void> {
  const [only] = files;
  if (follows && only) await followFile({ ...only, number: 0 });
  else await openLibrary(name, files.map(listedFile));
}

function listedFile({ name, size, path }: ServedFile, number: number): ListedFile {
  return {
    name,
    size,
    path,
    async load() {
      const answer = await fetchServed(number, 0);
      if (!answer.ok) throw new Error((await answer.text()).trim() || `the server answered ${answer.status}`);
      return answer.blob();
    },
  };
}

/** Says that a list could not be shown. */
export const reportServed = (error: unknown): void => {
  trouble.value = `The files could not be listed: ${errorMessage(error)}`;
};
