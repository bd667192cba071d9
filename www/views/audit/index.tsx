export function Audit() {
  return <div />;
}
