import { ActionIcon, Tooltip } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { useWords } from '#web/shared/texts/useWords.ts'
import { pinnableAt, useFavourites } from './useFavourites.ts'
import style from './Frame.module.css'

/** Beside a screen's title: pins it to the top of the menu. */
export function FavouriteStar() {
  const { t } = useWords('shell-frame')
  const { pathname } = useLocation()
  const { pinned, set } = useFavourites()
  const screen = pinnableAt(pathname)
  if (!screen) return null
  const on = pinned.includes(screen)
  const label = t(on ? 'favoritos.quitar' : 'favoritos.agregar')
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={style.mark ?? ''}
        aria-label={t('favoritos.etiqueta')}
        aria-pressed={on}
        onClick={() => void set(screen, !on)}
      >
        {on ? <IconStarFilled size={18} color="var(--accent)" /> : <IconStar size={18} />}
      </ActionIcon>
    </Tooltip>
  )
}
