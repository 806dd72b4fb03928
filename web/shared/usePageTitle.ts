import { useEffect } from 'react'

/** The tab's title, which a screen reader reads on arriving. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Legajo`
  }, [title])
}
