/** The start page: what this is, the ways in, and sessions to look at without having one. */
import "./opener.css";
import { Gallery } from "./gallery";
import { Pitch } from "./pitch";

export function Opener() {
  return (
    <main class="opener">
      <Pitch />
      <Gallery />
    </main>
  );
}
