import { describeHost } from '../../testing/judged.ts';

describeHost('arc');
