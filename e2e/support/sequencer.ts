import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that kill a server wait most of their time, for jobs whose worker died. */
const waits = ({ moduleId }: TestSpecification) => /\bkill\.test\.ts$/.test(moduleId)

/** Orders test files as Vitest does, but for those that mostly wait: one of them runs beside two others that work. */
export class SpreadingSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const working = sorted.filter((file) => !waits(file))
    const found = working.findIndex(({ project }) => project.name === 'e2e')
    const first = found === -1 ? working.length : found
    const together = working[first]?.project.config.maxWorkers ?? 1
    for (const [at, file] of sorted.filter(waits).entries()) working.splice(first + together * at, 0, file)
    return working
  }
}
