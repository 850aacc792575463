import type { AdminTask, AdminTaskKind, TaskForm } from '@chuma/contract/tasks/admin-tasks'

/** The form's values: an emptied number field holds an empty text. */
export type TaskValues = Omit<TaskForm, 'points' | 'minTimeSeconds' | 'partnerId'> & {
  points: number | string
  minTimeSeconds: number | string
  partnerId: string
}

export function emptyTask(kind: AdminTaskKind): TaskValues {
  return {
    title: '',
    description: '',
    points: kind === 'affiliate' ? 0 : '',
    url: '',
    minTimeSeconds: kind === 'ad' ? 15 : '',
    instructions: '',
    country: 'Kenya',
    partnerId: '',
    isActive: true,
  }
}

export function toTaskValues(task: AdminTask): TaskValues {
  const { title, description, points, instructions, country, isActive } = task
  return {
    title,
    description,
    points,
    instructions,
    country,
    isActive,
    url: task.url ?? '',
    minTimeSeconds: task.minTimeSeconds ?? '',
    partnerId: task.partnerId ?? '',
  }
}

export function toTaskForm({ points, minTimeSeconds, partnerId, ...values }: TaskValues): TaskForm {
  return {
    ...values,
    points: Number(points),
    minTimeSeconds: minTimeSeconds === '' ? null : Number(minTimeSeconds),
    partnerId: partnerId || null,
  }
}
