import { describeHost } from '../../testing/judged.ts';

describeHost('test');
