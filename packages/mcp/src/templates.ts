import { getPost } from '@x-md/core/operations/get-post.ts'
import { getProfile } from '@x-md/core/operations/get-profile.ts'
import { importPosts } from '@x-md/core/operations/import-posts.ts'
import type { LayerTemplate } from './layer.ts'

const HANDLE = '[A-Za-z0-9_]{1,15}'

/**
 * What on X can be read under an address, as resources: a post, an account, and what the archive holds of one.
 * @param base what stands for x.com in these addresses, without a trailing slash
 */
export function xTemplates(base: string): LayerTemplate[] {
  return [
    template({
      base,
      name: 'post',
      path: '/{handle}/status/{id}',
      pattern: `/(?<handle>${HANDLE})/status/(?<id>[0-9]{1,25})`,
      title: 'A post',
      description: 'A post with its thread and replies, as Markdown',
      mimeType: 'text/markdown',
      scope: 'read',
      read: async ({ handle, id }, context) =>
        (await getPost.run(getPost.input.parse({ handle, id }), context)).markdown,
    }),
    template({
      base,
      name: 'archive',
      path: '/{handle}/posts',
      pattern: `/(?<handle>${HANDLE})/posts`,
      title: 'An archive',
      description: 'What is archived of an account: how many posts, from when to when. Reads nothing from X.',
      mimeType: 'application/json',
      read: async ({ handle }, context) =>
        JSON.stringify(await importPosts.run(importPosts.input.parse({ handle, index: true }), context)),
    }),
    template({
      base,
      name: 'account',
      path: '/{handle}',
      pattern: `/(?<handle>${HANDLE})`,
      title: 'An account',
      description: 'An account and its newest posts, as Markdown',
      mimeType: 'text/markdown',
      scope: 'read',
      read: async ({ handle }, context) =>
        (await getProfile.run(getProfile.input.parse({ handle }), context)).markdown,
    }),
  ]
}

function template({
  name,
  base,
  path,
  pattern,
  title,
  description,
  mimeType,
  scope,
  read,
}: {
  name: string
  base: string
  path: string
  pattern: string
  title: string
  description: string
  mimeType: string
  scope?: 'read'
  read(parts: Readonly<Record<string, string>>, context: Parameters<typeof getPost.run>[1]): Promise<string>
}): LayerTemplate {
  const whole = new RegExp(`^${pattern}$`)
  return {
    definition: { uriTemplate: base + path, name, title, description, mimeType },
    ...(scope && { scope }),
    match: (uri) => (uri.startsWith(`${base}/`) ? whole.exec(uri.slice(base.length))?.groups : undefined),
    read: async (uri, parts, { context }) => ({ uri, mimeType, text: await read(parts, context) }),
  }
}
