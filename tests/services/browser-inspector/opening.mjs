// Opens transcripts in a page and waits for them.

/** Opens one of the built-in examples by its link, and waits until all of it is read and drawn. */
export async function openExample(page, id) {
  await page.evaluate((id) => (location.hash = `example=${id}`), id);
  await page.waitForSelector(`html[data-session="whole"][data-example="${id}"] .frame`, { state: "attached" });
}

/** Opens a page with one of the built-in examples, at its last exchange. */
export async function openLast(browser, id, options = {}) {
  const shown = await browser.open({ hash: `#example=${id}`, ...options });
  await shown.page.waitForSelector('html[data-session="whole"]', { state: "attached" });
  await shown.page.waitForSelector(".audit");
  const rows = shown.page.locator(".turns-row");
  if (await rows.count()) await rows.last().click();
  return shown;
}

/** Waits until the reading ended. Returns how it ended (`whole`, `partial` or `none`), the messages of the page and the name of the file. */
export async function settled(page) {
  await page.waitForFunction(() => !["reading", undefined].includes(document.documentElement.dataset.session));
  return page.evaluate(() => {
    const textOfRole = (role) => document.querySelector(`.head [role="${role}"]`)?.innerText.trim();
    return { session: document.documentElement.dataset.session, trouble: textOfRole("alert"), notice: textOfRole("status"), name: document.querySelector(".head-file strong")?.textContent };
  });
}
