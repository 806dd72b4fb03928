import { Skeleton } from '@mantine/core'
import style from './Position.module.css'

/** The desk with its sheet and the side with its fields, while a type's pages load. */
export function EditorSkeleton() {
  return (
    <div className={style.editor} aria-hidden>
      <div className={`${style.desk} column grow`}>
        <div className={style.strip}>
          <Skeleton height={34} width={300} />
        </div>
        <div className={style.scroll}>
          <div className={`${style.sheet} ${style.empty} paper`} />
        </div>
      </div>
      <div className={`${style.side} gap-16`}>
        {[60, 80, 40].map((width) => (
          <div key={width}>
            <Skeleton height={12} width={96} mb={8} />
            <Skeleton height={38} width={`${width}%`} />
          </div>
        ))}
      </div>
    </div>
  )
}
