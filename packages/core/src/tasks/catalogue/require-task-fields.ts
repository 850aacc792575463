import type { Economy } from '@chuma/contract/admin/economy/economy'
import { type FieldProblems, type Problem, problem } from '@chuma/contract/problems'
import { isSafeUrl } from '@chuma/contract/safe-url'
import type { AdminTaskKind, TaskForm } from '@chuma/contract/tasks/admin-tasks'
import { extractYoutubeId } from '@chuma/contract/tasks/extract-youtube-id'
import type { TaskValues } from '@chuma/db/queries/tasks/admin-tasks'
import { AppError } from '../../app-error.ts'

const RANGES = {
  video: 'videoPoints',
  ad: 'adPoints',
  social: 'socialPoints',
  'micro-job': 'microJobPoints',
} as const satisfies Partial<Record<AdminTaskKind, keyof Economy>>

const NEEDS_URL: ReadonlySet<AdminTaskKind> = new Set(['video', 'ad', 'affiliate'])
const IS_PROVEN: ReadonlySet<AdminTaskKind> = new Set(['social', 'micro-job'])

/**
 * Validate a form and reduce it to its kind's fields. A link that leads members elsewhere than it appears to is refused
 * here, and again when it is sent.
 * @throws AppError INVALID_INPUT naming every wrong field
 */
export function requireTaskFields(kind: AdminTaskKind, form: TaskForm, economy: Economy): TaskValues {
  const { title, description, points, country, isActive } = form
  const url = form.url.trim()
  const fields: FieldProblems = {}
  const note = (field: keyof TaskForm, found: Problem | undefined) => {
    if (found) fields[field] = [found]
  }
  note('points', findPointsProblem(kind, points, economy))
  note('url', findUrlProblem(kind, url))
  if (kind === 'ad' && form.minTimeSeconds === null) note('minTimeSeconds', problem('REQUIRED'))
  if (IS_PROVEN.has(kind) && form.instructions === '') note('instructions', problem('REQUIRED'))
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
  return {
    title,
    description,
    points,
    country,
    isActive,
    url: url || null,
    minTimeSeconds: kind === 'ad' ? form.minTimeSeconds : null,
    instructions: kind === 'video' || kind === 'ad' ? '' : form.instructions,
    partnerId: kind === 'affiliate' ? form.partnerId : null,
  }
}

/** The range of the economy record. A later, narrower one does not apply to existing tasks until they are edited. */
function findPointsProblem(kind: AdminTaskKind, points: number, economy: Economy): Problem | undefined {
  if (kind === 'affiliate') return undefined
  const { min, max } = economy[RANGES[kind]]
  return points >= min && points <= max ? undefined : problem('POINTS_OUT_OF_RANGE', { min, max })
}

function findUrlProblem(kind: AdminTaskKind, url: string): Problem | undefined {
  if (url === '') return NEEDS_URL.has(kind) ? problem('REQUIRED') : undefined
  if (!isSafeUrl(url)) return problem('NOT_A_WHOLE_ADDRESS')
  if (kind === 'video' && extractYoutubeId(url) === null) return problem('NOT_A_YOUTUBE_LINK')
  return undefined
}
