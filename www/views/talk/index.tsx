export function Talk() {
  return <div />;
}
