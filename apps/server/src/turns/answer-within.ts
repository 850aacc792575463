import { AppError } from '@chuma/core/app-error'

/**
 * Wait for work no longer than `ms`. The work itself continues.
 * @throws AppError BUSY when it takes longer
 */
export async function answerWithin<T>(ms: number, work: Promise<T>): Promise<T> {
  let deadline: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    deadline = setTimeout(() => reject(new AppError('BUSY')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(deadline)
  }
}
