// The public addresses of the project, in one place. While one is empty, whatever would link to it leaves the link out.

/** The address of the published site, without a slash at its end. Rules have their pages below it. */
export const SITE = "";
/** The address of the repository, without a slash at its end. */
export const REPOSITORY = "";

/** The members of the package's manifest that hold addresses. */
export function manifestAddresses() {
  return {
    ...(SITE ? { homepage: `${SITE}/` } : {}),
    ...(REPOSITORY ? { repository: { type: "git", url: `git+${REPOSITORY}.git` }, bugs: { url: `${REPOSITORY}/issues` } } : {}),
  };
}
