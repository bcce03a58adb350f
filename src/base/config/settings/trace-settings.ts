import { optionalText, text } from './setting-readers.ts';
import type { Settings } from './setting.ts';

/** What OpenTelemetry exports. */
export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...optionalText(),
    meaning:
      'the URL of an OpenTelemetry collector, such as `http://collector:4318`; switches [traces](telemetry.md#traces) on',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { ...optionalText(), meaning: 'the same for traces alone, with the whole path' },
  OTEL_TRACES_EXPORTER: {
    ...optionalText(),
    default: '`otlp` with an endpoint',
    meaning: 'the exporters, such as `otlp` or `console`; `none` switches traces off',
  },
  OTEL_SDK_DISABLED: { ...text('false'), meaning: '`true` switches traces off' },
} as const satisfies Settings;
