import { QueryClient } from '@tanstack/react-query'
import { RefusalError } from './wire.ts'

/** One cache a page. A refusal is an answer: only what never arrived, or a server's fault, is tried again. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        failures < 1 && error instanceof RefusalError && (error.status === 0 || error.status >= 500),
    },
  },
})
