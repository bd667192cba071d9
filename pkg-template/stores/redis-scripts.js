// The scripts that Redis runs: each is one round trip, and no other client sees half of it.
//
// A line is a string under `<prefix>l:<short name>`: its whole name in 43 letters, and its packed text, or nothing if it was deleted. The index is 1024 hashes, in which Redis packs entries: each has a short key with a place,
// and the short name of a line. With a time to live there is an index for each period of that length, since entries of a hash do not expire one by one; `<prefix>indexes` says when each of them ends.

/** The length of a name in base64. */
export const HEAD = 43;
/** A line takes about so many bytes beside its text. */
const LINE_BYTES = 600;

/** Shared by the scripts: ARGV[1] is the prefix, ARGV[2] the seconds that a line is kept, or 0. */
const INDEX = `local prefix, ttl, PLACES, HEAD = ARGV[1], tonumber(ARGV[2]), 8, ${HEAD}
local now = tonumber(redis.call('TIME')[1])
local function bucket(index, key) return prefix .. 'i:' .. index .. ':' .. string.sub(key, 1, 3) end
local function field(key, place) return string.sub(key, 4) .. place end
local indexes = {}
local function readIndexes()
  indexes = {}
  local all = redis.call('HGETALL', prefix .. 'indexes')
  for at = 1, #all, 2 do
    local ends = tonumber(all[at + 1])
    if ends == 0 or ends > now then indexes[#indexes + 1] = all[at] end
  end
end
local function namesOf(key)
  local names = {}
  for _, index in ipairs(indexes) do
    for place = 0, PLACES - 1 do
      local name = redis.call('HGET', bucket(index, key), field(key, place))
      if not name then break end
      names[#names + 1] = name
    end
  end
  return names
end
`;

/**
 * Records lines. Behind the shared words, ARGV has for each line its short name, its name and text, time, account, conversation, the number of its keys, and the short keys. Returns 1 for each line that is new, else 0.
 */
export const RECORD = `${INDEX}
local index, ends = '0', 0
if ttl > 0 then
  local period = (now - now % ttl) / ttl
  index, ends = ttl .. '-' .. period, (period + 3) * ttl
end
if redis.call('HSETNX', prefix .. 'indexes', index, ends) == 1 then
  local all = redis.call('HGETALL', prefix .. 'indexes')
  for at = 1, #all, 2 do
    if all[at + 1] ~= '0' and tonumber(all[at + 1]) <= now then redis.call('HDEL', prefix .. 'indexes', all[at]) end
  end
end
readIndexes()
local at, states = 3, {}
while at <= #ARGV do
  local name, text, time, account, conversation, count = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4], tonumber(ARGV[at + 5])
  local line = prefix .. 'l:' .. name
  local isNew = redis.call('STRLEN', line) <= HEAD
  if isNew then
    if ttl == 0 then redis.call('SET', line, text) else redis.call('SET', line, text, 'EX', ttl) end
    for nth = 1, count do
      local key = ARGV[at + 5 + nth]
      local own = bucket(index, key)
      if #namesOf(key) < PLACES then
        for place = 0, PLACES - 1 do
          if redis.call('HSETNX', own, field(key, place), name) == 1 or redis.call('HGET', own, field(key, place)) == name then break end
        end
        if ttl > 0 then redis.call('EXPIREAT', own, ends) end
      end
    end
    redis.call('ZADD', prefix .. 'times', time, name)
    if ttl > 0 then redis.call('ZREMRANGEBYSCORE', prefix .. 'times', '-inf', tonumber(time) - 2000 * ttl) end
    for kind, value in pairs({ account = account, conversation = conversation }) do
      if value ~= '' then
        local set = prefix .. kind .. '-' .. redis.sha1hex(value)
        redis.call('SADD', set, name)
        if ttl > 0 then redis.call('EXPIRE', set, 2 * ttl) end
      end
    end
  end
  states[#states + 1] = isNew and 1 or 0
  at = at + 6 + count
end
return states`;

/**
 * Finds lines. Behind the shared words, ARGV has short keys and whole keys by turns. Returns for each key the short names of its lines and their names by turns. A name is empty if the line has expired; a short name is empty in
 * what earlier versions wrote.
 */
export const FIND = `${INDEX}
readIndexes()
local found = {}
for at = 3, #ARGV, 2 do
  local names = {}
  for _, name in ipairs(namesOf(ARGV[at])) do
    names[#names + 1] = name
    names[#names + 1] = redis.call('GETRANGE', prefix .. 'l:' .. name, 0, HEAD - 1)
  end
  for place = 0, PLACES - 1 do
    local name = redis.call('GET', prefix .. 'key-' .. ARGV[at + 1] .. '-' .. place)
    if not name then break end
    names[#names + 1] = ''
    names[#names + 1] = name
  end
  found[#found + 1] = names
end
return found`;

/**
 * Deletes lines. Behind the shared words, ARGV has a kind (`account`, `conversation`, `olderThan` or `overBytes`) and the value. Returns how many lines there were. Their names stay, so that nothing else is mistaken for them.
 */
export const DELETE = `local prefix, kind, value, HEAD = ARGV[1], ARGV[3], ARGV[4], ${HEAD}
local names, gone = {}, 0
local set = prefix .. kind .. '-' .. redis.sha1hex(value)
if kind == 'olderThan' then names = redis.call('ZRANGEBYSCORE', prefix .. 'times', '-inf', '(' .. value)
elseif kind == 'overBytes' then
  local sum = 0
  for _, name in ipairs(redis.call('ZREVRANGE', prefix .. 'times', 0, -1)) do
    sum = sum + redis.call('STRLEN', prefix .. 'l:' .. name) + ${LINE_BYTES}
    if sum > tonumber(value) then names[#names + 1] = name end
  end
else names = redis.call('SMEMBERS', set) end
for _, name in ipairs(names) do
  local line = prefix .. 'l:' .. name
  if redis.call('STRLEN', line) > HEAD then
    redis.call('SET', line, redis.call('GETRANGE', line, 0, HEAD - 1), 'KEEPTTL')
    gone = gone + 1
  end
  redis.call('ZREM', prefix .. 'times', name)
end
redis.call('DEL', set)
return gone`;

/** Returns when lines were recorded. After the prefix, ARGV has their short names. It returns nothing for a line without a time. */
export const TIMES = `local times = {}
for at = 2, #ARGV do times[#times + 1] = redis.call('ZSCORE', ARGV[1] .. 'times', ARGV[at]) end
return times`;
