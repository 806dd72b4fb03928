import { IconChevronRight } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './FoldedFields.module.css'

interface Props {
  title: string
  /** Fields that hold a value. */
  filled: number
  /** A field has a fault: the section opens, so that the summary's link reaches it. */
  wrong: boolean
  children: ReactNode
}

/** A section of a form that is folded until somebody opens it. Its fields stay mounted and keep their labels. */
export function FoldedFields({ title, filled, wrong, children }: Props) {
  const { t } = useWords('employees')
  const [open, setOpen] = useState(false)
  const [wasWrong, setWasWrong] = useState(false)
  if (wrong !== wasWrong) {
    setWasWrong(wrong)
    if (wrong) setOpen(true)
  }
  return (
    <details className={style.section} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="focus-ring">
        <IconChevronRight size={16} aria-hidden />
        <h2>{title}</h2>
        <span className="quiet">
          {filled > 0 ? t('alta.completados', { count: filled }) : t('alta.opcional')}
        </span>
      </summary>
      <FieldGrid>{children}</FieldGrid>
    </details>
  )
}
