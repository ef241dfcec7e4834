import { type Behaviour, proven, unproven } from '../behaviour.ts'

export const X_WEB_HABITS: Behaviour[] = [
  proven('Name, handle, date of joining and picture of a user stand under core and avatar, not in legacy'),
  proven('A session may search about 50 times in 15 minutes, then 429'),
  proven('A page holds 20 at most'),
  unproven('Any auth_token and ct0 will do; one that begins with revoked gets 401, with locked 403'),
  unproven('The bodies of 400, 401, 403 and 429'),
  unproven('The query id and the features are not looked at'),
]
