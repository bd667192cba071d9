/** How far the reading is, and a way to stop it. */
import { stopReading } from "../../open/transcript";
import { filled, words } from "../../words";

export function Progress({ name, done, total }: { name: string; done: number; total: number | undefined }) {
  const percent = total ? Math.floor((100 * done) / total) : 0;
  return (
    <div class="head-progress">
      <label>
        <span>{filled(words.head.reading, name)}</span>
        <progress max={100} value={percent} />
      </label>
      <b>{percent} %</b>
      <button onClick={stopReading}>{words.head.stop}</button>
    </div>
  );
}
