import { invalidField } from '../app-error.ts'

export const nameTaken = () => invalidField('name', 'Another template has this name')
