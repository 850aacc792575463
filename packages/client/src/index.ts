// biome-ignore lint/performance/noBarrelFile: the entry point of a published package
export {
  type ChumaClient,
  type ChumaClientOptions,
  type ChumaInputs,
  type ChumaOutputs,
  createChumaClient,
} from './create-chuma-client.ts'
export { type ChumaError, isChumaError } from './is-chuma-error.ts'
export { listAll } from './list-all.ts'
