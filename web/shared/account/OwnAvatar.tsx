import { Avatar } from '@mantine/core'
import { initialsOf } from '../session/names.ts'
import { useViewer } from '../session/viewer.ts'
import { useOwnPicture } from './own-picture.ts'

/** One's own picture, or one's initials. `size` in pixels. */
export function OwnAvatar({ size }: { size: number }) {
  const { profile } = useViewer()
  const picture = useOwnPicture()
  return (
    <Avatar size={size} src={picture ?? null} alt="" aria-hidden data-large={size > 48 || undefined}>
      {initialsOf(profile)}
    </Avatar>
  )
}
