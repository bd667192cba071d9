// An example is its text: esbuild's loader `text` makes it a string.
declare module "*.ndjson" {
  const text: string;
  export default text;
}
