/** The progress of reading a transcript, with a button that stops it. */
import "./progress.css";
import { stopReading } from "../../open/transcript";

export function Progress({ name, done, total }: { name: string; done: number; total: number | undefined }) {
  const percent = total ? Math.floor((100 * done) / total) : 0;
  return (
    <div class="head-progress">
      <label>
        <span>Reading {name}</span>
        <progress max={100} value={percent} />
      </label>
      <b>{percent} %</b>
      <button onClick={stopReading}>Stop</button>
    </div>
  );
}
