export function Head() {
  return <div />;
}
