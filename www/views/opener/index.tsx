/** The start page: what this is, the ways in, and sessions to look at without having one. The shell in index.html is the same as far as it goes. */
import "./opener.css";
import { words } from "../../words";
import { Drop } from "./drop";
import { Gallery } from "./gallery";
import { Policy } from "./policy";
import { Specimen } from "./specimen";

export function Opener() {
  return (
    <main class="opener">
      <div class="opener-pitch">
        <h1>{words.opener.title}</h1>
        <p class="opener-what">{words.opener.what}</p>
        <Specimen />
        <Drop />
        <Policy />
      </div>
      <Gallery />
    </main>
  );
}
