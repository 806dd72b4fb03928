import { createInterface } from 'node:readline/promises'

/** Asks a person to type a word before a command that is hard to undo. Without a terminal only `--yes` confirms. */
export async function isConfirmed({ type, will }: { type: string; will: string }): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stderr.write(`${will}\nThere is nobody to ask here: add --yes.\n`)
    return false
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await asking.question(`${will}\nType ${type} to go on: `)
    return answer.trim() === type
  } finally {
    asking.close()
  }
}
