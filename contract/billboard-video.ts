/** Sites whose videos a post may show, with the address of a video's player. */
const players = {
  youtube: (id: string) => `https://www.youtube-nocookie.com/embed/${id}`,
  vimeo: (id: string) => `https://player.vimeo.com/video/${id}?dnt=1`,
} as const

/** Origins whose pages a post may show in a frame. */
export const playerOrigins = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const

/** A single video: 'youtube:<id>' or 'vimeo:<id>', as the database keeps it. Null: no address of such a video. */
export function videoOf(address: string): string | null {
  let url: URL
  try {
    url = new URL(address.trim())
  } catch {
    return null
  }
  if (url.protocol !== 'https:' || url.username || url.password || url.port) return null
  const id = /^[\w-]{11}$/
  const [first = '', second = '', ...more] = url.pathname.split('/').slice(1)
  if (more.length > 0) return null
  switch (url.hostname) {
    case 'www.youtube.com':
    case 'youtube.com':
    case 'm.youtube.com': {
      if (url.searchParams.has('list')) return null
      const found =
        first === 'watch'
          ? url.searchParams.get('v')
          : first === 'shorts' || first === 'embed'
            ? second
            : null
      return found && id.test(found) ? `youtube:${found}` : null
    }
    case 'youtu.be':
      return second === '' && !url.searchParams.has('list') && id.test(first) ? `youtube:${first}` : null
    case 'vimeo.com':
    case 'www.vimeo.com':
      return second === '' && /^\d{6,12}$/.test(first) ? `vimeo:${first}` : null
    default:
      return null
  }
}

/** The address of a kept video's player; null where it isn't one. */
export function playerOf(video: string): string | null {
  const [site, id = ''] = video.split(':')
  return site === 'youtube' || site === 'vimeo' ? players[site](id) : null
}

/** The address of a kept video at its site, as somebody would write it. */
export function addressOf(video: string): string {
  const [site, id = ''] = video.split(':')
  return site === 'vimeo' ? `https://vimeo.com/${id}` : `https://www.youtube.com/watch?v=${id}`
}
