export function Help() {
  return <div />;
}
