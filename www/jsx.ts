/** What the build makes of elements: calls with their children as arguments, which pack better than objects with a name for each part. */
export { Fragment, h } from "preact";
