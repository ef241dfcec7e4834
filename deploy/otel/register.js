/**
 * OpenTelemetry's SDK, as its own variables set it up: OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT,
 * OTEL_SERVICE_NAME … It instruments nothing by itself: x.md makes its own spans, and an instrumentation of
 * `http` or `undici` beside them would put whole addresses into its own. Loaded with NODE_OPTIONS=--import.
 */
import { NodeSDK } from '@opentelemetry/sdk-node'

new NodeSDK().start()
