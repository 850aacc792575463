// biome-ignore lint/performance/noBarrelFile: the one door of a package that is published
export {
  type ChumaClient,
  type ChumaClientOptions,
  type ChumaInputs,
  type ChumaOutputs,
  createChumaClient,
} from './create-chuma-client.ts'
export { type ChumaError, isChumaError } from './is-chuma-error.ts'
export { listAll } from './list-all.ts'
