import { Skeleton } from '@mantine/core'

/** A tab of an employee's file while it loads. */
export function FileWaiting() {
  return (
    <div aria-hidden>
      {[40, 60, 50, 70, 45].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} mb={20} />
      ))}
    </div>
  )
}
