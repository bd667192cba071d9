// Pages with something open in them.

/** Opens one of the built-in examples by its link, and waits until all of it is read and drawn. */
export async function openExample(page, id) {
  await page.evaluate((id) => (location.hash = `example=${id}`), id);
  await page.waitForSelector(`html[data-session="whole"][data-example="${id}"] .frame`, { state: "attached" });
}

/** How the reading ended: `whole`, `partial`, or `none`; and what is said, if anything is. */
export async function settled(page) {
  await page.waitForFunction(() => !["reading", undefined].includes(document.documentElement.dataset.session));
  return page.evaluate(() => {
    const said = (role) => document.querySelector(`.head [role="${role}"]`)?.innerText.trim();
    return { session: document.documentElement.dataset.session, trouble: said("alert"), notice: said("status"), name: document.querySelector(".head-file strong")?.textContent };
  });
}
