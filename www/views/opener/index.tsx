/** The start page: an introduction, the ways to open a transcript, and the examples. */
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
