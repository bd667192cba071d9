export function WhatIf() {
  return <div />;
}
