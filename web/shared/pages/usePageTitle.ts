import { useEffect } from 'react'

let company = ''

/** From now on every title names the company, so that tabs of two can be told apart. */
export function titlesNameCompany(name: string): void {
  company = name
}

/** The tab's title, which a screen reader reads on arriving. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = [title, company, 'Legajo'].filter(Boolean).join(' · ')
  }, [title])
}
