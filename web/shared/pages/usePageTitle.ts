import { useEffect } from 'react'

let company = ''

/** Adds the company to every title from now on, which distinguishes the tabs of two companies. */
export function titlesNameCompany(name: string): void {
  company = name
}

/** The tab's title, which a screen reader reads on arriving. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = [title, company, 'Legajo'].filter(Boolean).join(' · ')
  }, [title])
}
