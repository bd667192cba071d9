export default function Page() {
  return "audits requests under /api";
}
