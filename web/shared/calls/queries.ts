import { QueryClient } from '@tanstack/react-query'
import { RefusalError } from './wire.ts'

/** One cache per page. Refusals are not retried, only network failures and server errors. */
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
