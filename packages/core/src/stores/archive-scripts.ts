/**
 * What an archive in Redis does at one stroke. Every script gets the same keys of one account, in the order of
 * `archive-keys.ts`.
 */
const KEYS = `
local account, data, words, handles = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local sets = {post = KEYS[5], reply = KEYS[6], repost = KEYS[7], postrepost = KEYS[8], replyrepost = KEYS[9]}
local function chosen(kinds)
  local wanted, list = {}, {}
  for kind in string.gmatch(kinds, '%a+') do wanted[kind] = true end
  for _, own in ipairs({'post', 'reply'}) do
    if wanted[own] then
      list[#list + 1] = {key = sets[own], suffix = ''}
      list[#list + 1] = {key = sets[own .. 'repost'], suffix = ''}
    elseif wanted.repost then
      list[#list + 1] = {key = sets[own .. 'repost'], suffix = 'r'}
    end
  end
  if wanted.repost then list[#list + 1] = {key = sets.repost, suffix = 'r'} end
  return list
end
`

/** Args: the profile, its handle. Replies with all fields of the account, names and values in turn. */
export const ENTER = `${KEYS}
redis.call('HSET', account, 'profile', ARGV[1])
redis.call('SADD', handles, ARGV[2])
return redis.call('HGETALL', account)`

/**
 * Args: 1 for only new ones, the stretch (from, to; empty for none), the name and the text of the words, then of
 * each post its id, time, kind and body. With a tenth key these wait there, and only how many pieces there are is
 * given. The ends of a stretch are strings of one length, since they are larger than Lua can count.
 */
export const ADD = `${KEYS}
local onlyNew, lo, hi = ARGV[1] == '1', ARGV[2], ARGV[3]
local list, from = ARGV, 6
if KEYS[10] then
  list, from = {}, 1
  for i = 1, tonumber(ARGV[6]) do
    list[i] = redis.call('HGET', KEYS[10], i)
    if not list[i] then return redis.error_reply('ERR what was brought before has gone') end
  end
end
if ARGV[4] ~= '' then redis.call('HSETNX', words, ARGV[4], ARGV[5]) end
for i = from, #list, 4 do
  local id, at, kind, body = list[i], list[i + 1], list[i + 2], list[i + 3]
  local field = kind == 'repost' and id .. 'r' or id
  if not onlyNew or redis.call('HEXISTS', data, field) == 0 then
    redis.call('HSET', data, field, body)
    local own, repost = '', ''
    for name, key in pairs(sets) do
      if redis.call('ZREM', key, id) == 1 then
        own = string.gsub(name, 'repost', '')
        if name ~= own then repost = 'repost' end
      end
    end
    if kind == 'repost' then repost = kind else own = kind end
    redis.call('ZADD', sets[own .. repost], at, id)
  end
end
if lo >= hi then return 1 end
local apart = {}
for a, b in string.gmatch(redis.call('HGET', account, 'covered') or '', '(%d+):(%d+)') do
  if b < lo or a > hi then apart[#apart + 1] = {a, b} else
    if a < lo then lo = a end
    if b > hi then hi = b end
  end
end
apart[#apart + 1] = {lo, hi}
table.sort(apart, function (a, b) return a[2] > b[2] end)
for i, one in ipairs(apart) do apart[i] = one[1] .. ':' .. one[2] end
redis.call('HSET', account, 'covered', table.concat(apart, ' '))
return 1`

/** Keeps pieces for an ADD. Key: where. Args: for how many milliseconds, the place of the first, and the pieces. */
export const WAIT = `
for i = 3, #ARGV do redis.call('HSET', KEYS[1], ARGV[2] + i - 3, ARGV[i]) end
return redis.call('PEXPIRE', KEYS[1], ARGV[1])`

/** Args: when, and 1 where something was lost. */
export const FINISH = `${KEYS}
if redis.call('HEXISTS', account, 'profile') == 1 then
  redis.call('HSET', account, 'updated_at', ARGV[1], 'incomplete', ARGV[2])
end
return 1`

/** Replies with how many ids there are, and the oldest and newest times of what is no repost, if any. */
export const SUMMARY = `${KEYS}
local count, oldest, newest = 0, nil, nil
for name, key in pairs(sets) do
  count = count + redis.call('ZCARD', key)
  if name ~= 'repost' then
    local first = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]
    local last = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')[2]
    if first and (not oldest or tonumber(first) < tonumber(oldest)) then oldest = first end
    if last and (not newest or tonumber(last) > tonumber(newest)) then newest = last end
  end
end
return {count, oldest, newest}`

/** Args: kinds, the first and the last time. */
export const COUNT = `${KEYS}
local count = 0
for _, one in ipairs(chosen(ARGV[1])) do
  count = count + redis.call('ZCOUNT', one.key, ARGV[2], ARGV[3])
end
return count`

/**
 * Args: kinds, the first and the last time, an id that those of the last time stand below, posts and bytes at most.
 * Replies with 1 where there may be more, then of each post its id, time and body, from new to old.
 */
export const PAGE = `${KEYS}
local first, last, below = ARGV[2], ARGV[3], ARGV[4]
local limit, bytes = tonumber(ARGV[5]), tonumber(ARGV[6])
local found = {}
for _, one in ipairs(chosen(ARGV[1])) do
  local taken, offset, chunk = 0, 0, nil
  repeat
    chunk = redis.call('ZREVRANGEBYSCORE', one.key, last, first, 'WITHSCORES', 'LIMIT', offset, limit)
    for i = 1, #chunk, 2 do
      local at = tonumber(chunk[i + 1])
      if at < tonumber(last) or chunk[i] < below then
        found[#found + 1] = {id = chunk[i], at = at, score = chunk[i + 1], suffix = one.suffix}
        taken = taken + 1
      end
    end
    offset = offset + limit
  until taken >= limit or #chunk < 2 * limit
end
table.sort(found, function (a, b)
  if a.at ~= b.at then return a.at > b.at end
  return a.id > b.id
end)
local reply = {0}
for i, one in ipairs(found) do
  local body = redis.call('HGET', data, one.id .. one.suffix) or ''
  if i > limit or (i > 1 and #body > bytes) then
    reply[1] = 1
    break
  end
  bytes = bytes - #body
  reply[#reply + 1] = one.id
  reply[#reply + 1] = one.score
  reply[#reply + 1] = body
end
if #found >= limit then reply[1] = 1 end
return reply`

/** Replies with how many ids there were. */
export const DELETE = `${KEYS}
local count = 0
for _, key in pairs(sets) do count = count + redis.call('ZCARD', key) end
redis.call('UNLINK', unpack(KEYS))
return count`
