export function Share() {
  return <div />;
}
