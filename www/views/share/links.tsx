/** Links: to what is looked at, and with the transcript in them. */
import { useEffect, useState } from "preact/hooks";
import { sizeOf } from "../../figures";
import { source } from "../../open/source";
import { addressWith, hashNow } from "../../share/address";
import { copied } from "../../share/handing";
import { deflated } from "../../share/packed";
import type { Saved } from "../../share/records";
import { viewNow } from "../../share/view";
import { filled, words } from "../../words";
import { Way } from "./way";

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
  const [uncopied, tell] = useState<string>();
  const copy = async (link: string) => tell((await copied(link)) ? "" : link);
  const withData = `#name=${encodeURIComponent(name)}&data=${data}&${viewNow()}`;
  const isTooLong = made !== undefined && (made.size > TRIED || (data?.length ?? 0) > LIMIT);
  const what = isTooLong ? words.share.dataTooLong : filled((data?.length ?? 0) > ADVISED ? words.share.dataLong : words.share.dataSize, data ? sizeOf(data.length) : "…");
  const local = location.protocol === "file:" ? words.share.linkLocal : "";
  return (
    <>
      <Way label={words.share.view} what={(source.value?.way === "example" ? words.share.viewExample : words.share.viewOwn) + local} act={() => copy(addressWith(hashNow(false)))} />
      <Way label={words.share.data} what={what + local} act={() => copy(addressWith(withData))} disabled={data === undefined || isTooLong} />
      <div class="share-copied" role="status">
        {uncopied === "" && <p>{words.share.copied}</p>}
        {uncopied && (
          <label>
            {words.share.uncopied}
            <input readOnly aria-label={words.share.link} value={uncopied} onFocus={({ currentTarget }) => currentTarget.select()} />
          </label>
        )}
      </div>
    </>
  );
}
