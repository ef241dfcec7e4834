import { listCreate, listDelete, listUpdate } from '@x-md/core/operations/x/lists/manage.ts'
import { listMemberAdd, listMemberRemove } from '@x-md/core/operations/x/lists/members.ts'
import {
  listGet,
  listMembers,
  listPosts,
  listsOwned,
  listsPinned,
} from '@x-md/core/operations/x/lists/read.ts'
import { listFollow, listPin, listUnfollow, listUnpin } from '@x-md/core/operations/x/lists/relations.ts'
import { mediaUpload } from '@x-md/core/operations/x/media/upload.ts'
import { postLikedBy, postRepostedBy, postsQuotes } from '@x-md/core/operations/x/posts/about-post.ts'
import { postsByUser } from '@x-md/core/operations/x/posts/by-user.ts'
import { postsCount } from '@x-md/core/operations/x/posts/count.ts'
import { postCreate } from '@x-md/core/operations/x/posts/create.ts'
import {
  postDelete,
  postLike,
  postRepost,
  postUnlike,
  postUnrepost,
} from '@x-md/core/operations/x/posts/interactions.ts'
import { postsLookup } from '@x-md/core/operations/x/posts/lookup.ts'
import { postsSearch } from '@x-md/core/operations/x/posts/search.ts'
import {
  bookmarksList,
  postsHome,
  postsLiked,
  postsMentions,
} from '@x-md/core/operations/x/posts/timelines.ts'
import {
  userFollowers,
  userFollowing,
  usersBlocked,
  usersMuted,
} from '@x-md/core/operations/x/users/connections.ts'
import { userFollow, userMute, userUnfollow, userUnmute } from '@x-md/core/operations/x/users/interactions.ts'
import { usersLookup } from '@x-md/core/operations/x/users/lookup.ts'
import { usersMe } from '@x-md/core/operations/x/users/me.ts'
import { type AccountTool, defineAccountTool } from './define-account-tool.ts'

/** The tools that act on X in the name of an account, in the order in which they are listed. */
export const X_TOOLS: readonly AccountTool[] = [
  defineAccountTool(postsSearch),
  defineAccountTool(postsCount),
  defineAccountTool(postsLookup),
  defineAccountTool(postsByUser),
  defineAccountTool(postsMentions),
  defineAccountTool(postsHome),
  defineAccountTool(postsQuotes),
  defineAccountTool(postsLiked),
  defineAccountTool(bookmarksList),
  defineAccountTool(postLikedBy),
  defineAccountTool(postRepostedBy),
  defineAccountTool(postCreate),
  defineAccountTool(postDelete),
  defineAccountTool(postLike),
  defineAccountTool(postUnlike),
  defineAccountTool(postRepost),
  defineAccountTool(postUnrepost),
  defineAccountTool(usersLookup),
  defineAccountTool(usersMe),
  defineAccountTool(userFollowers),
  defineAccountTool(userFollowing),
  defineAccountTool(userFollow),
  defineAccountTool(userUnfollow),
  defineAccountTool(userMute),
  defineAccountTool(userUnmute),
  defineAccountTool(usersMuted),
  defineAccountTool(usersBlocked),
  defineAccountTool(listCreate),
  defineAccountTool(listUpdate),
  defineAccountTool(listDelete),
  defineAccountTool(listGet),
  defineAccountTool(listsOwned),
  defineAccountTool(listPosts),
  defineAccountTool(listMembers),
  defineAccountTool(listMemberAdd),
  defineAccountTool(listMemberRemove),
  defineAccountTool(listFollow),
  defineAccountTool(listUnfollow),
  defineAccountTool(listPin),
  defineAccountTool(listUnpin),
  defineAccountTool(listsPinned),
  defineAccountTool(mediaUpload),
]
