export function Wire() {
  return <div />;
}
