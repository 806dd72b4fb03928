import { ActionIcon, Kbd } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy } from 'react'
import { LazyPart } from '#web/shared/pages/LazyPart.tsx'
import { lazily } from '#web/shared/pages/lazily.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Search.module.css'

const SearchDialog = lazy(() =>
  lazily(() => import('./SearchDialog.tsx').then((it) => ({ default: it.SearchDialog }))),
)

/** The one search, where the header shows it and Ctrl+K opens it, from within a field as well. */
export function SearchButton({ phone, narrow }: { phone: boolean; narrow: boolean }) {
  const { t } = useWords(['shell-frame', 'country'])
  const [opened, { open, close }] = useDisclosure()
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      {phone ? (
        <ActionIcon size={44} aria-label={t('buscar.abrir')} onClick={open}>
          <IconSearch size={22} />
        </ActionIcon>
      ) : (
        <button
          type="button"
          className={`${style.field} focus-ring row gap-10`}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K"
          onClick={open}
        >
          <IconSearch size={18} aria-hidden />
          <span>{t(narrow ? 'buscar.corto' : 'buscar.largo', { cuil: t('country:cuil') })}</span>
          <Kbd aria-hidden>Ctrl K</Kbd>
        </button>
      )}
      {opened && (
        <LazyPart>
          <SearchDialog phone={phone} onClose={close} />
        </LazyPart>
      )}
    </>
  )
}
