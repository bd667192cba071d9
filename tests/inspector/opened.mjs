// Pages with something open in them.

/** Opens one of the built-in examples by its link, and waits until all of it is read. */
export async function openExample(page, id) {
  await page.evaluate((id) => (location.hash = `example=${id}`), id);
  await page.waitForSelector(".frame");
}
