export function Opener() {
  return <div />;
}
