/** Links: to what is looked at, and with the transcript in them. */
import { useEffect, useState } from "preact/hooks";
import { source } from "../../open/source";
import { addressWith, hashNow } from "../../share/address";
import { deflated } from "../../share/packed";
import type { Saved } from "../../share/records";
import { viewNow } from "../../share/view";
import { filled, words } from "../../words";
import { bytes, Way } from "./way";

/** Above this many programs cut a link. */
const ADVISED = 30_000;
/** Above this it is not even tried: browsers refuse addresses of two megabytes. */
const TRIED = 8 << 20;
const LIMIT = 1 << 20;

export function Links({ name, made }: { name: string; made: Saved | undefined }) {
  const [data, pack] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    pack(undefined);
    if (made && made.size <= TRIED) void deflated(made.lines).then((packed) => isWanted && pack(packed));
    return () => {
      isWanted = false;
    };
  }, [made]);
  const [copied, tell] = useState<string>();
  const copy = async (link: string) => {
    try {
      await navigator.clipboard.writeText(link);
      tell("");
    } catch {
      tell(link);
    }
  };
  const withData = `#name=${encodeURIComponent(name)}&data=${data}&${viewNow()}`;
  const isTooLong = made !== undefined && (made.size > TRIED || (data?.length ?? 0) > LIMIT);
  const { share } = words;
  const what = isTooLong ? share.dataTooLong : filled((data?.length ?? 0) > ADVISED ? share.dataLong : share.dataSize, data ? bytes(data.length) : "…");
  const local = location.protocol === "file:" ? share.linkLocal : "";
  return (
    <>
      <Way label={share.view} what={(source.value?.way === "example" ? share.viewExample : share.viewOwn) + local} act={() => copy(addressWith(hashNow(false)))} />
      <Way label={share.data} what={what + local} act={() => copy(addressWith(withData))} disabled={data === undefined || isTooLong} />
      <div class="share-copied" role="status">
        {copied === "" && <p>{share.copied}</p>}
        {copied && (
          <label>
            {share.uncopied}
            <input readOnly aria-label={share.link} value={copied} onFocus={({ currentTarget }) => currentTarget.select()} />
          </label>
        )}
      </div>
    </>
  );
}
