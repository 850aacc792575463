import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { FieldErrors } from '@chuma/contract/errors'
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
 * What is stored of a form: only what its kind has, each within what the kind may have. A link that could lead a member
 * somewhere else than it reads is refused here, and once more when it is sent.
 * @throws AppError INVALID_INPUT naming every field that is wrong
 */
export function requireTaskFields(kind: AdminTaskKind, form: TaskForm, economy: Economy): TaskValues {
  const { title, description, points, country, isActive } = form
  const url = form.url.trim()
  const errors: FieldErrors = {}
  const note = (field: keyof TaskForm, problem: string | undefined) => {
    if (problem) errors[field] = [problem]
  }
  note('points', findPointsProblem(kind, points, economy))
  note('url', findUrlProblem(kind, url))
  if (kind === 'ad' && form.minTimeSeconds === null) note('minTimeSeconds', 'Required')
  if (IS_PROVEN.has(kind) && form.instructions === '') note('instructions', 'Required')
  if (Object.keys(errors).length > 0) throw new AppError('INVALID_INPUT', { fieldErrors: errors })
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

/** A range of the economy record. It may have been narrowed since a task was made: that one pays on until it is edited. */
function findPointsProblem(kind: AdminTaskKind, points: number, economy: Economy): string | undefined {
  if (kind === 'affiliate') return undefined
  const { min, max } = economy[RANGES[kind]]
  return points >= min && points <= max ? undefined : `Between ${min} and ${max} points`
}

function findUrlProblem(kind: AdminTaskKind, url: string): string | undefined {
  if (url === '') return NEEDS_URL.has(kind) ? 'Required' : undefined
  if (!isSafeUrl(url)) return 'Give the whole address, from https:// on'
  if (kind === 'video' && extractYoutubeId(url) === null) return 'Give the link of a YouTube video'
  return undefined
}
